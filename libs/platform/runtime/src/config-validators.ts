import { createSecretKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { EnvError, makeValidator } from 'envalid';

/** Messages name what is expected and never repeat the value, which may be a secret. */
function refuse(expected: string): never {
  throw new EnvError(`must be ${expected}`);
}

export const integer = (min: number, max: number) =>
  makeValidator<number>((input) => {
    const value = /^\d{1,15}$/.test(input) ? Number(input) : Number.NaN;
    return value >= min && value <= max ? value : refuse(`a whole number from ${min} to ${max}`);
  });

export const choice = <const Word extends string>(words: readonly Word[]) =>
  makeValidator<Word>(
    (input) => words.find((word) => word === input) ?? refuse(`one of ${words.join(', ')}`),
  );

export const boolean = makeValidator<boolean>((input) =>
  input === 'true' || input === 'false' ? input === 'true' : refuse('one of true, false'),
);

/** A non-empty path. */
export const path = makeValidator<string>((input) =>
  input.trim() === '' || input.includes('\0') ? refuse('a path') : input,
);

/** An IP address or host name to listen on. */
export const listenHost = makeValidator<string>((input) =>
  isIP(input) !== 0 ||
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(input)
    ? input
    : refuse('an IP address or a host name'),
);

/** A connection string. WHATWG URLs can't name several hosts, so only the scheme and a non-empty rest are checked. */
export const connectionString = (schemes: readonly string[]) =>
  makeValidator<string>((input) =>
    schemes.some(
      (scheme) =>
        input.startsWith(`${scheme}://`) && /^[^\s/?]+/.test(input.slice(scheme.length + 3)),
    )
      ? input
      : refuse(`a connection string ${schemes.map((scheme) => `${scheme}://…`).join(' or ')}`),
  );

/** A MongoDB connection string with a database; without one the driver would use `test`. */
export const databaseUrl = makeValidator<string>((input) => {
  const [beforeOptions = ''] = input.split('?', 1);
  const place = beforeOptions.slice(beforeOptions.lastIndexOf('@') + 1);
  return /^mongodb(?:\+srv)?:\/\/[^\s/?]/.test(input) &&
    /^(?:mongodb(?:\+srv)?:\/\/)?[^\s/]+\/[^\s/]+$/.test(place)
    ? input
    : refuse('a connection string mongodb://…/database or mongodb+srv://…/database');
});

/** URL of a mail server, optionally with credentials and a port from 1 to 65535. */
export const mailServer = makeValidator<string>((input) => {
  const expected = 'the URL of a mail server, smtp://… or smtps://…';
  if (!/^smtps?:\/\/[^\s/?]/.test(input) || !URL.canParse(input)) return refuse(expected);
  const { hostname, port } = new URL(input);
  return hostname !== '' && port !== '0' ? input : refuse(expected);
});

/** An http(s) URL without credentials, query or fragment; trailing slashes are removed. */
export const baseUrl = makeValidator<string>((input) => {
  const expected = 'an http or https URL without credentials, query or fragment';
  if (!URL.canParse(input)) return refuse(expected);
  const url = new URL(input);
  const plain = url.username === '' && url.password === '' && !/[?#]/.test(input);
  return plain && ['http:', 'https:'].includes(url.protocol)
    ? input.replace(/\/+$/, '')
    : refuse(expected);
});

/** An https URL; plain http is accepted for this machine only, for tests and development. */
export const keySetUrl = makeValidator<string>((input) => {
  const expected = 'an https URL (http on the loopback interface only)';
  if (!URL.canParse(input)) return refuse(expected);
  const url = new URL(input);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback)
    ? input
    : refuse(expected);
});

export const text = makeValidator<string>((input) =>
  input.trim() === '' ? refuse('a text that is not blank') : input,
);

/** A mail address, alone or in the form `Name <address>`. */
export const mailbox = makeValidator<string>((input) => {
  const address = '[^<>@\\s",;]+@[^<>@\\s",;]+';
  return new RegExp(`^(${address}|[^<>@\\p{Cc}",;]+ <${address}>)$`, 'u').test(input)
    ? input
    : refuse('a mail address, or a name and an address in angle brackets');
});

/** 32 bytes in Base64, with or without padding. */
export const key256 = makeValidator<KeyObject>((input) =>
  /^[A-Za-z0-9+/]{43}=?$/.test(input)
    ? createSecretKey(input, 'base64')
    : refuse('32 bytes in Base64 (openssl rand -base64 32)'),
);

/** A comma-separated list of IP addresses and CIDR ranges. */
export const addressList = makeValidator<readonly string[]>((input) => {
  const items = input.split(',').map((item) => item.trim());
  const valid = items.every((item) => {
    const [address = '', prefix, ...rest] = item.split('/');
    const version = isIP(address);
    return (
      version !== 0 &&
      rest.length === 0 &&
      (prefix === undefined ||
        (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)))
    );
  });
  return valid ? items : refuse('a comma-separated list of IP addresses and CIDR ranges');
});
