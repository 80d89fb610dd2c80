import { NOWHERE } from './world.js';
import type { Fields, Kind, Writes } from './write.js';

/** The other spelling of a field ([request.spelling], [request.output]). */
const OTHER: Readonly<Record<string, string>> = {
  securityExclusion: 'securityExclusions',
  issueExclusion: 'issueExclusions',
  sectorExclusion: 'sectorExclusions',
  ssn: 'SSN',
  questionsId: 'questionId',
  questionsType: 'questionType',
  ifaType: 'itemForAttentionType',
  ifaStatus: 'itemForAttentionStatus',
  billingPlanType: 'billingType',
};

const other = (name: string): string => OTHER[name] ?? name;

function respelledBody(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(respelledBody);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [other(name), respelledBody(inner)]),
  );
}

const respelledPlace = (place: string): string => place.replaceAll(/\w+/g, other);
const lastOf = (place: string): string => place.split('.').at(-1) ?? '';

/** A missing field is reported by its first name, so none is required under the other one. */
function respelledFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([place, kind]): [string, Kind] => {
      const free = lastOf(place) in OTHER ? (kind.replace('!', '') as Kind) : kind;
      return [respelledPlace(place), free];
    }),
  );
}

/** The writes with fields that have another spelling, using it. */
export function respelled(writes: Writes): Writes {
  return Object.fromEntries(
    Object.entries(writes).flatMap(([name, make]): [string, Writes[string]][] => {
      const places = Object.keys(make(NOWHERE).fields).map(respelledPlace);
      const looked = places.filter((place) =>
        Object.values(OTHER).some((one) => place.includes(one)),
      );
      const respell: Writes[string] = (world) => {
        const write = make(world);
        const body = (): unknown => respelledBody(write.body());
        return { ...write, body, fields: respelledFields(write.fields), looked };
      };
      return looked.length === 0 ? [] : [[`${name}, other spellings`, respell]];
    }),
  );
}
