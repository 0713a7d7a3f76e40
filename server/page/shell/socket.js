/** The WebSocket to the server that this page came from. */

const NO_WEBSOCKETS = 'Something between you and the server does not pass WebSockets.';

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
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    // Without a subprotocol a server of every version answers, and its `welcome` names the version.
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
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
      if (!this.#hasOpened) void this.#findObstacle();
    };
  }

  /** A browser does not say why it could not connect: the answer to another kind of request does. */
  async #findObstacle() {
    const answer = await fetch('/ws', { method: 'POST', cache: 'no-store' }).catch(() => null);
    const isRefused = answer?.status === 403 || answer?.status === 421;
    // A server that accepts this page does not accept this kind of request.
    const obstacle = answer?.status === 405 ? NO_WEBSOCKETS : isRefused ? await answer.text() : null;
    this.#dispatch({ type: 'obstructed', obstacle });
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
