# The service with its pages. All that it writes is below /data; the rest of its file system can be read-only.
FROM node:26.10.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --omit=dev --workspace trade-catalogue

FROM packages AS pages
RUN npm ci --workspace trade-catalogue --workspace @trade-catalogue/web
COPY tsconfig.json ./
COPY server/src/shared server/src/shared
COPY web web
RUN npm run build

FROM node:26.10.0-slim
WORKDIR /app
# The image decoder and the driver of Postgres need no more than this; npm and the sources of the pages stay behind.
COPY --from=packages /app/node_modules node_modules
COPY --from=pages /app/web/dist web/dist
COPY client client
COPY server server
COPY docs docs
COPY deploy/health-check.mjs deploy/
RUN ln -s /app/server/src/cli.ts /usr/local/bin/trade-catalogue && install -d -o node -g node /data /data/images /data/backups
# Uploads wait in TMPDIR when images are kept in a bucket.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data BACKUPS_DIR=/data/backups TMPDIR=/data
VOLUME /data
USER 1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "/app/deploy/health-check.mjs"]
ENTRYPOINT ["trade-catalogue"]
CMD ["serve"]
