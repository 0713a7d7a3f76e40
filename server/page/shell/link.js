/** The WebSocket to the server that sent this page: frames in, frames out. */

/** @import { ClientFrame, ServerMessage } from '../protocol' */

const SUBPROTOCOL = 'tictactoe.v1';

/**
 * What a connection tells.
 * @typedef {object} Listener
 * @property {() => void} opened
 * @property {(frame: ServerMessage) => void} heard
 * @property {(code: number) => void} closed The connection, or the try to make one, ended.
 */

/** A connection that can be made again and again; there is never more than one. */
export class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  #listener;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  connect() {
    this.disconnect();
    const socket = new WebSocket(address(), SUBPROTOCOL);
    const isCurrent = () => this.#socket === socket;
    this.#socket = socket;
    socket.onopen = () => isCurrent() && this.#listener.opened();
    socket.onmessage = (event) => {
      const frame = understood(event.data);
      if (frame && isCurrent()) this.#listener.heard(frame);
    };
    socket.onclose = (event) => {
      if (!isCurrent()) return;
      this.#socket = null;
      this.#listener.closed(event.code);
    };
  }

  /** Ends the connection without another word to the listener. */
  disconnect() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** @param {ClientFrame} frame */
  send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

/** Where the server listens. */
function address() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws`;
}

/**
 * The frame that came; `null` if it is none.
 * @param {unknown} data
 * @returns {ServerMessage | null}
 */
function understood(data) {
  if (typeof data !== 'string') return null;
  try {
    const frame = JSON.parse(data);
    return typeof frame?.type === 'string' ? frame : null;
  } catch {
    return null;
  }
}
