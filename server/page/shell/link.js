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

/**
 * A connection that can be made again and again; there is never more than one.
 * @param {Listener} listener
 */
export function connection(listener) {
  /** @type {WebSocket | null} */
  let socket = null;

  function disconnect() {
    const old = socket;
    socket = null;
    old?.close();
  }

  function connect() {
    disconnect();
    const made = new WebSocket(address(), SUBPROTOCOL);
    const isCurrent = () => socket === made;
    socket = made;
    made.onopen = () => isCurrent() && listener.opened();
    made.onmessage = (event) => {
      const frame = understood(event.data);
      if (frame && isCurrent()) listener.heard(frame);
    };
    made.onclose = (event) => {
      if (!isCurrent()) return;
      socket = null;
      listener.closed(event.code);
    };
  }

  /** @param {ClientFrame} frame */
  function send(frame) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  return { connect, disconnect, send };
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
