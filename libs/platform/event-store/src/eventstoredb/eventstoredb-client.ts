import { EventStoreDBClient } from '@eventstore/db-client';
import { ConnectionStringError, optionsIn } from '#libs/platform/stores';

/** Variable of the environment that a connection string comes from. */
const SETTING = 'EVENTSTORE_URL';

/** Options the client knows, in any letter case. Of any other it warns with the whole connection string. */
const KNOWN = new Set(
  (
    'connectionName defaultDeadline discoveryInterval gossipTimeout keepAliveInterval keepAliveTimeout maxDiscoverAttempts ' +
    'nodePreference throwOnAppendFailure tls tlsCAFile tlsVerifyCert userCertFile userKeyFile'
  )
    .toLowerCase()
    .split(' '),
);

/** What the client does not do as it says: it verifies certificates all the same, and answers wrong revisions. */
const MISLEADING = /(?:tlsVerifyCert|throwOnAppendFailure)(?==\s*false)/gi;

/**
 * Makes a client. Nothing is connected yet.
 * @throws ConnectionStringError
 */
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

/** The option whose value the client's parser stumbled over. */
function optionAt(connectionString: string, error: unknown): readonly string[] {
  const { location } = error as { readonly location?: readonly number[] };
  const name = /[?&]([^=&?]+)=$/.exec(connectionString.slice(0, location?.[0]))?.[1];
  return name === undefined ? [] : [name];
}
