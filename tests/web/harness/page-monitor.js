/**
 * What must hold of every page in every test: no request leaves the server, nothing goes wrong unseen, no policy is
 * violated, and every frame is one of the protocol's.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';

/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('playwright-core').Page} Page */

/** What Chromium logs when the server is not there. */
const CONNECTION_ERROR = /^WebSocket connection to '[^']*' failed:|^Failed to load resource: net::ERR_/;

const schema = JSON.parse(readFileSync(new URL('../../../protocol/schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(schema, 'protocol');

/** Monitors all pages of a browser context. */
export class PageMonitor {
  /** @type {string[]} */
  #complaints = [];
  /** @type {RegExp[]} */
  #forgiven = [];
  #origins;
  mayLoseConnection = () => false;

  /** @param {string[]} origins where requests may go */
  constructor(origins) {
    this.#origins = origins;
  }

  /** @param {BrowserContext} context */
  async watch(context) {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy violation: ${violatedDirective} ${blockedURI}`),
      );
    });
    context.on('request', (request) => this.#checkOrigin(request.url()));
    context.on('console', (message) => {
      if (message.type() === 'error') {
        this.#checkConsole(`${message.text()} ${message.location().url}`);
      }
    });
    context.on('weberror', (error) => this.#complain(`an uncaught error: ${error.error().stack}`));
    context.on('page', (page) => this.#checkFrames(page));
  }

  /** Also complaints that come later, because the page tries again. @param {RegExp} kind of complaints to ignore */
  forgive(kind) {
    this.#forgiven.push(kind);
  }

  assertNothingWrong() {
    const isForgiven = (/** @type {string} */ complaint) =>
      this.#forgiven.some((kind) => kind.test(complaint));
    assert.deepEqual(
      this.#complaints.filter((complaint) => !isForgiven(complaint)),
      [],
    );
  }

  /** @param {string} url */
  #checkOrigin(url) {
    const { origin, protocol } = new URL(url);
    if (!['data:', 'about:'].includes(protocol) && !this.#origins.includes(origin)) {
      this.#complain(`a request to ${url}`);
    }
  }

  /** @param {string} text */
  #checkConsole(text) {
    if (!(CONNECTION_ERROR.test(text) && this.mayLoseConnection())) {
      this.#complain(`on the console: ${text}`);
    }
  }

  /** @param {Page} page */
  #checkFrames(page) {
    page.on('websocket', (socket) => {
      this.#checkOrigin(socket.url().replace(/^ws/, 'http'));
      socket.on('framesent', ({ payload }) => this.#validate('ClientFrame', payload));
      socket.on('framereceived', ({ payload }) => this.#validate('ServerMessage', payload));
    });
  }

  /**
   * @param {'ClientFrame' | 'ServerMessage'} kind
   * @param {string | Buffer} frame
   */
  #validate(kind, frame) {
    const validate = ajv.getSchema(`protocol#/$defs/${kind}`);
    assert(validate, `the schema has ${kind}`);
    if (!validate(JSON.parse(frame.toString()))) {
      this.#complain(`no ${kind}: ${frame}: ${ajv.errorsText(validate.errors)}`);
    }
  }

  /** @param {string} complaint */
  #complain(complaint) {
    this.#complaints.push(complaint);
  }
}
