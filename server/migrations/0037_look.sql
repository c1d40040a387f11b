-- The look of a wholesaler: any colour as #rrggbb, a second one, a font, and the address on documents and in mails.
alter table portal_settings
  add column second_colour text,
  add column font text not null default 'system',
  add column address text,
  alter column colour set default '#3b5bdb';
update portal_settings set colour = case colour
  when 'blue' then '#1971c2' when 'cyan' then '#0c8599' when 'teal' then '#099268' when 'green' then '#2f9e44'
  when 'orange' then '#e8590c' when 'red' then '#e03131' when 'pink' then '#c2255c' when 'grape' then '#9c36b5'
  when 'violet' then '#6741d9' else '#3b5bdb' end;

-- The digest of the logo that the HTML of a mail shows: it is read from the images when the mail is sent.
alter table mail add column logo text collate "C";
