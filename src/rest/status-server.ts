import express from 'express';
import { type HttpServer, httpServerOf } from './http-server.ts';
import { failed } from './pages.ts';
import { setSecureHeaders } from './security.ts';
import { type StatusOptions, statusPages } from './status-pages.ts';

/** The HTTP server of a node without the role api. */
export function createStatusServer(options: StatusOptions): HttpServer {
  const app = express().disable('x-powered-by').disable('etag');
  app.use((_request, response, next) => {
    setSecureHeaders(response);
    next();
  });
  app.use(statusPages(options));
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('This node does not have the role api (ROLES).\n');
  });
  app.use(failed(options));
  return httpServerOf(app);
}
