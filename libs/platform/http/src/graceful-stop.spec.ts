import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/condition.js';
import { drain, OpenRequests } from './connections.js';

/** A deadline that no test waits for. */
const NEVER = 2 ** 31 - 1;

const timers = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('open requests', () => {
  it('are those without a response or a disconnect', () => {
    const server = new EventEmitter();
    const open = new OpenRequests(server as Server);
    const responses = [new EventEmitter(), new EventEmitter()];
    for (const response of responses) server.emit('request', {}, response);
    responses[0]?.emit('close');
    expect(open.none).toBe(false);
    responses[1]?.emit('close');
    expect(open.none).toBe(true);
  });
});

describe('draining a server', () => {
  it('ends a connection that never sent anything, and leaves no timer', async () => {
    const server = createServer();
    const open = new OpenRequests(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connected = once(server, 'connection');
    const silent = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await connected;
    const left = once(silent, 'close');
    const before = timers();
    await drain(server, open, { linger: 1, deadline: NEVER });
    await left;
    // Other connections in this process come and go.
    await eventually(() => timers() <= before || undefined);
  });

  it('ends at once if the server does not listen', async () => {
    const server = createServer();
    await drain(server, new OpenRequests(server), { linger: NEVER, deadline: NEVER });
    expect(server.listening).toBe(false);
  });
});
