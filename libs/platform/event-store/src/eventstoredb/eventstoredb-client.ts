import { EventStoreDBClient } from '@eventstore/db-client';
import { ConnectionStringError, optionsIn } from '#libs/platform/stores';

const SETTING = 'EVENTSTORE_URL';

/** Options that the client knows, in lower case. For any other it logs a warning with the whole connection string. */
const KNOWN = new Set(
  (
    'connectionName defaultDeadline discoveryInterval gossipTimeout keepAliveInterval keepAliveTimeout maxDiscoverAttempts ' +
    'nodePreference throwOnAppendFailure tls tlsCAFile tlsVerifyCert userCertFile userKeyFile'
  )
    .toLowerCase()
    .split(' '),
);

/** Settings without the documented effect: the client verifies certificates and throws on version conflicts anyway. */
const MISLEADING = /(?:tlsVerifyCert|throwOnAppendFailure)(?==\s*false)/gi;

/** Creates a client without connecting. Throws a {@link ConnectionStringError} for options that it can't use. */
export function clientOf(connectionString: string): EventStoreDBClient {
  const unusable = [
    ...optionsIn(connectionString).filter((name) => !KNOWN.has(name.toLowerCase())),
    ...(connectionString.match(MISLEADING) ?? []),
  ];
  if (unusable.length > 0) throw new ConnectionStringError(SETTING, unusable);
  try {
    return EventStoreDBClient.connectionString(connectionString);
  } catch (error) {
    throw new ConnectionStringError(SETTING, optionAt(connectionString, error));
  }
}

/** The option whose value the client's parser rejected. */
function optionAt(connectionString: string, error: unknown): readonly string[] {
  const { location } = error as { readonly location?: readonly number[] };
  const name = /[?&]([^=&?]+)=$/.exec(connectionString.slice(0, location?.[0]))?.[1];
  return name === undefined ? [] : [name];
}
