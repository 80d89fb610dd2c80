import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Config, ConfigError } from '#libs/platform/runtime';

/**
 * Listens on a port of `HOST`.
 * @param variable the variable that names the port
 * @returns the port: where any was asked for, the one it has become
 * @throws ConfigError that names what can't be listened on
 */
export async function listenOn(
  app: NestFastifyApplication,
  { host }: Pick<Config, 'host'>,
  port: number,
  variable: 'PORT' | 'PROJECTOR_PORT',
): Promise<number> {
  try {
    // A name is one address here: the framework opens a server for each that `localhost` has, and only the first is looked after.
    const { address } = await lookup(host);
    // Not by way of the framework, which logs what can't be listened on before it is named here.
    await app.getHttpAdapter().getInstance().listen({ port, host: address });
    return (app.getHttpServer().address() as AddressInfo).port;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ConfigError([`${variable} ${port} is in use on HOST ${host}`]);
    }
    if (code === 'EACCES') throw new ConfigError([`${variable} ${port} needs more rights`]);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new ConfigError([`HOST ${host} must be an address of this machine`]);
    }
    throw error;
  }
}
