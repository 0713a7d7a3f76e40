/**
 * What must hold of every page in every test: no request leaves the server, nothing goes wrong unseen, no policy is
 * violated, and every frame is one of the protocol's.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';

/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('playwright-core').Page} Page */

/** What Chromium itself writes when a server is not there. */
const LOST = /^WebSocket connection to '[^']*' failed:|^Failed to load resource: net::ERR_/;

const schema = JSON.parse(readFileSync(new URL('../../../protocol/schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(schema, 'protocol');

/** Somebody who looks on all pages of a context. */
export class Witness {
  /** @type {string[]} */
  #complaints = [];
  #origins;
  /** Whether a connection may have been lost, so that Chromium says so. */
  mayBeLost = () => false;

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
    context.on('request', (request) => this.#sees(request.url()));
    context.on('console', (message) => {
      if (message.type() === 'error') {
        this.#hears(`${message.text()} ${message.location().url}`);
      }
    });
    context.on('weberror', (error) => this.#complain(`an error nobody caught: ${error.error().stack}`));
    context.on('page', (page) => this.#reads(page));
  }

  /** @param {RegExp} kind of complaints that count no longer */
  forgive(kind) {
    this.#complaints = this.#complaints.filter((complaint) => !kind.test(complaint));
  }

  /** Fails if anything was wrong. */
  assertNothingWrong() {
    assert.deepEqual(this.#complaints, []);
  }

  /** @param {string} url */
  #sees(url) {
    const { origin, protocol } = new URL(url);
    if (!['data:', 'about:'].includes(protocol) && !this.#origins.includes(origin)) {
      this.#complain(`a request to ${url}`);
    }
  }

  /** @param {string} text */
  #hears(text) {
    if (!(LOST.test(text) && this.mayBeLost())) {
      this.#complain(`on the console: ${text}`);
    }
  }

  /** @param {Page} page */
  #reads(page) {
    page.on('websocket', (socket) => {
      this.#sees(socket.url().replace(/^ws/, 'http'));
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
