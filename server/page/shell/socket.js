/** The WebSocket to the server that this page came from. */

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
    try {
      const { status } = await fetch('/ws', { method: 'POST', cache: 'no-store' });
      this.#dispatch({ type: 'obstructed', obstacle: { status, origin: location.origin } });
    } catch {
      this.#dispatch({ type: 'obstructed', obstacle: null });
    }
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
