import { isCode } from './code-table.js';

interface UsState {
  readonly name: string;
  /** Age from which a resident may own an account. */
  readonly majority: number;
}

const state = (name: string, majority = 18): UsState => ({ name, majority });

/** States, the district, territories and the armed forces' postal states, with the age of majority of their residents. */
export const UsStates = {
  AL: state('Alabama', 19),
  AK: state('Alaska'),
  AZ: state('Arizona'),
  AR: state('Arkansas'),
  CA: state('California'),
  CO: state('Colorado'),
  CT: state('Connecticut'),
  DE: state('Delaware'),
  FL: state('Florida'),
  GA: state('Georgia'),
  HI: state('Hawaii'),
  ID: state('Idaho'),
  IL: state('Illinois'),
  IN: state('Indiana'),
  IA: state('Iowa'),
  KS: state('Kansas'),
  KY: state('Kentucky'),
  LA: state('Louisiana'),
  ME: state('Maine'),
  MD: state('Maryland'),
  MA: state('Massachusetts'),
  MI: state('Michigan'),
  MN: state('Minnesota'),
  MS: state('Mississippi', 21),
  MO: state('Missouri'),
  MT: state('Montana'),
  NE: state('Nebraska', 19),
  NV: state('Nevada'),
  NH: state('New Hampshire'),
  NJ: state('New Jersey'),
  NM: state('New Mexico'),
  NY: state('New York'),
  NC: state('North Carolina'),
  ND: state('North Dakota'),
  OH: state('Ohio'),
  OK: state('Oklahoma'),
  OR: state('Oregon'),
  PA: state('Pennsylvania'),
  RI: state('Rhode Island'),
  SC: state('South Carolina'),
  SD: state('South Dakota'),
  TN: state('Tennessee'),
  TX: state('Texas'),
  UT: state('Utah'),
  VT: state('Vermont'),
  VA: state('Virginia'),
  WA: state('Washington'),
  WV: state('West Virginia'),
  WI: state('Wisconsin'),
  WY: state('Wyoming'),
  DC: state('District of Columbia'),
  AS: state('American Samoa'),
  GU: state('Guam'),
  MP: state('Northern Mariana Islands'),
  PR: state('Puerto Rico', 21),
  VI: state('US Virgin Islands'),
  AA: state('Armed Forces Americas'),
  AE: state('Armed Forces Europe'),
  AP: state('Armed Forces Pacific'),
} as const satisfies Record<string, UsState>;
export type UsStateCode = keyof typeof UsStates;

/** Whether a text is the code of a state, in capitals. */
export function isUsState(text: string): text is UsStateCode {
  return isCode(UsStates, text);
}

/** Age of majority of a state's residents, in years. */
export function ageOfMajority(code: UsStateCode): number {
  return UsStates[code].majority;
}
