import { describe, expect, it } from '@jest/globals';
import { MongoServerError } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { runCommand } from './mongodb-errors.js';

const failing = (error: Error): Promise<never> => runCommand(() => Promise.reject(error));

describe('commands of MongoDB', () => {
  it('finds the server away where the driver lets the error of a closed socket through', async () => {
    const socket = Object.assign(new Error('This socket has been ended by the other party'), {
      code: 'EPIPE',
    });
    await expect(failing(socket)).rejects.toThrow(StoreUnavailableError);
    await expect(failing(socket)).rejects.toThrow('MongoDB is away: Error, code EPIPE');
  });

  it('says of what is refused the code, not the words', async () => {
    const refused = new MongoServerError({ message: 'key { ssn: "078051120" }', code: 2 });
    await expect(failing(refused)).rejects.toThrow(
      /^MongoDB refused a command: MongoServerError, code 2$/,
    );
  });

  it('lets what is no matter of the server through', async () => {
    const bug = new TypeError('a bug');
    await expect(failing(bug)).rejects.toBe(bug);
  });
});
