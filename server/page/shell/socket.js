/** The WebSocket to the server that this page came from. */

import { ANSWER_MS } from './api.js';

const NO_WEBSOCKETS = 'Something between you and the server blocks WebSockets.';

const NO_ANSWER = 'The server does not answer. Try again.';

/** A proxy may answer with a page of its own. */
const LONGEST_REFUSAL = 300;

/** At most one connection at a time. */
export class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** A later failure is no obstacle, but a server that is away. */
  #hasOpened = false;
  #dispatch;

  /** @param {(input: Input) => void} dispatch */
  constructor(dispatch) {
    this.#dispatch = dispatch;
  }

  connect() {
    this.disconnect();
    const socket = open();
    const isCurrent = () => this.#socket === socket;
    this.#socket = socket;
    socket.onopen = () => {
      this.#hasOpened = true;
      if (isCurrent()) this.#dispatch({ type: 'opened' });
    };
    socket.onmessage = (event) => {
      if (isCurrent()) this.#dispatch({ type: 'message', message: JSON.parse(event.data) });
    };
    socket.onclose = (event) => {
      if (!isCurrent()) return;
      this.#socket = null;
      this.#dispatch({ type: 'closed', code: event.code, chance: Math.random() });
      if (!this.#hasOpened)
        void findObstacle().then((obstacle) => this.#dispatch({ type: 'obstructed', obstacle }));
    };
  }

  /** Ends the connection, without calling `closed`. */
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

function open() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  // Without a subprotocol a server of every version answers, and its `welcome` names the version.
  return new WebSocket(`${scheme}://${location.host}/ws`);
}

/** Sends a message on a connection of its own. @type {(frame: ClientFrame) => Promise<Refused | null>} */
export function sendOnce(frame) {
  const socket = open();
  return new Promise((resolve) => {
    socket.onopen = () => socket.send(JSON.stringify({ ...frame, id: 1 }));
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.id !== 1) return;
      resolve(answer.type === 'refused' ? answer : null);
      socket.close();
    };
    const fail = () => resolve({ code: 'unavailable', message: NO_ANSWER });
    socket.onclose = fail;
    setTimeout(() => {
      fail();
      socket.close();
    }, ANSWER_MS);
  });
}

/**
 * A browser does not say why it could not connect: the answer to another kind of request does.
 * @returns {Promise<string | null>} `null`: unknown
 */
async function findObstacle() {
  try {
    const answer = await fetch('/ws', { method: 'POST', cache: 'no-store' });
    // A server that accepts this page does not accept this kind of request.
    if (answer.status === 405) return NO_WEBSOCKETS;
    const isRefused = answer.status === 403 || answer.status === 421;
    const isText = answer.headers.get('content-type')?.startsWith('text/plain');
    return isRefused && isText ? (await answer.text()).slice(0, LONGEST_REFUSAL) : null;
  } catch {
    return null;
  }
}
