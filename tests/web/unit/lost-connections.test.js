/** A whole game over a network that fails at every possible point: it always continues where it was. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nextDeadline } from './core.js';
import { COMPUTER, OPTIONS, SEATED, TICKET, TestPage, WAITING, person, snapshot } from './fixtures.js';

/** The moves of the page's player, and the server's replies. */
const MINE = [0, 1, 5, 6, 8];
const THEIRS = [4, 2, 3, 7];

/** The resulting game: a draw. */
const GAME = [0, 4, 1, 2, 5, 3, 6, 7, 8];

/** A server with one match. */
class Server {
  /** @type {number[]} */
  moves = [];
  seq = 0;
  isSeated = false;
  /** The number of moves carried out, without duplicates. */
  played = 0;

  /**
   * @param {ClientFrame} frame
   * @returns {ServerMessage[]}
   */
  answer(frame) {
    const id = frame.id ?? 0;
    switch (frame.type) {
      case 'join':
        this.isSeated = true;
        return [{ type: 'done', id }, WAITING, SEATED, this.state()];
      case 'resume':
        assert.equal(frame.ticket, TICKET);
        this.seq += 1;
        return [{ type: 'done', id }, SEATED, this.state()];
      case 'move':
        return this.play(frame);
      case 'ping':
        return [{ type: 'pong', id }];
      default:
        throw new Error(`unexpected ${frame.type}`);
    }
  }

  /**
   * @param {ClientFrame & { type: 'move' }} frame
   * @returns {ServerMessage[]}
   */
  play({ id = 0, cell, ply }) {
    if (this.moves[ply ?? -1] === cell) return this.receipt(id ?? 0, true);
    if (ply !== this.moves.length) {
      return [{ type: 'refused', code: 'stale', message: 'Stale.', id }, this.state()];
    }
    assert.ok(!this.moves.includes(cell), 'a cell is played once');
    this.played += 1;
    this.moves = [...this.moves, cell];
    this.seq += 1;
    const mine = this.state();
    const [theirs] = THEIRS.filter((reply) => !this.moves.includes(reply));
    if (theirs !== undefined) {
      this.moves = [...this.moves, theirs];
      this.seq += 1;
    }
    return [...this.receipt(id ?? 0, false), mine, this.state()];
  }

  /**
   * @param {string | number} id
   * @param {boolean} duplicate
   * @returns {ServerMessage[]}
   */
  receipt(id, duplicate) {
    return [{ type: 'done', id, duplicate }];
  }

  /** @returns {ServerMessage & { type: 'state' }} */
  state() {
    const isOver = this.moves.length === 9;
    const result = /** @type {Snapshot['result']} */ (
      isOver ? { winner: null, reason: 'full', lines: [] } : null
    );
    const players = { X: person('Ann'), O: COMPUTER };
    return { type: 'state', ...snapshot(this.moves, { seq: this.seq, result, players }) };
  }
}

/** A network that counts messages, and breaks before the delivery of the messages with given numbers. */
class Network {
  /** @param {number[]} cuts */
  constructor(cuts) {
    this.page = new TestPage();
    this.server = new Server();
    this.cuts = cuts;
    this.crossed = 0;
  }

  /** Plays the whole game. */
  play() {
    this.carryOut(this.page.act({ type: 'join', options: OPTIONS }));
    for (let steps = 0; steps < 100 && !this.page.view.game?.over; steps += 1) this.advance();
    return this;
  }

  /** Plays if possible, otherwise lets time pass. */
  advance() {
    const { game, board } = this.page.view;
    const cell = MINE.find((mine) => game && board?.cells[mine]?.playable);
    if (cell !== undefined) return this.carryOut(this.page.act({ type: 'play', cell }));
    const wait = (nextDeadline(this.page.state) ?? this.page.now) - this.page.now;
    this.carryOut(this.page.wait(Math.max(wait, 0)));
  }

  /** @param {Effect[]} effects */
  carryOut(effects) {
    for (const effect of effects) {
      if (effect.type === 'connect') this.carryOut(this.page.open());
      if (effect.type === 'send' && !this.deliver(effect.frame)) return;
    }
  }

  /**
   * Delivers a message to the server, and its answers back. Returns whether the connection still works.
   * @param {ClientFrame} frame
   */
  deliver(frame) {
    if (this.isCut()) return this.lose();
    for (const answer of this.server.answer(frame)) {
      if (this.isCut()) return this.lose();
      this.carryOut(this.page.receive(answer));
    }
    return true;
  }

  isCut() {
    this.crossed += 1;
    return this.cuts.includes(this.crossed);
  }

  lose() {
    this.carryOut(this.page.close());
    return false;
  }
}

const UNCUT = new Network([]).play();

test('a game without cuts is played to its end', () => assertPlayed(UNCUT));

for (let cut = 1; cut <= UNCUT.crossed; cut += 1) {
  test(`a cut before the delivery of message ${cut} changes nothing`, () => {
    assertPlayed(new Network([cut]).play());
  });
}

test('two cuts change nothing, wherever they are', () => {
  for (let first = 1; first <= UNCUT.crossed; first += 1) {
    for (let second = first + 1; second <= first + 12; second += 1)
      assertPlayed(new Network([first, second]).play());
  }
});

/** @param {Network} network */
function assertPlayed({ page, server }) {
  assert.deepEqual(server.moves, GAME);
  assert.deepEqual(page.state.snapshot?.moves, GAME);
  assert.equal(server.played, MINE.length);
  assert.deepEqual([page.game.over, page.game.winner], [true, null]);
  assert.ok(!page.state.pending.move);
}
