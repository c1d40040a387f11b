/** The id of the sample is the same everywhere. So of two concurrent calls that create it, only one does. */
export const SAMPLE_WORKSPACE_ID = '01970000-0000-7000-8000-00000005a3e1'
