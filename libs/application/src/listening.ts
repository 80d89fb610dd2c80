import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Config, ConfigError } from '#libs/platform/runtime';

/**
 * Listens on a port of `HOST`.
 * @param variable the variable that names the port
 * @throws ConfigError that names what can't be listened on
 */
export async function listenOn(
  app: NestFastifyApplication,
  { host }: Pick<Config, 'host'>,
  port: number,
  variable: 'PORT' | 'PROJECTOR_PORT',
): Promise<void> {
  try {
    await app.listen(port, host);
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
