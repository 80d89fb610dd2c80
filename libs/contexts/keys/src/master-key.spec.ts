import { describe, it } from '@jest/globals';
import { specification } from '#libs/platform/testing';
import type { MasterKeyEvent } from './master-key.events.js';
import { masterKeyReplacements } from './master-key.js';

const pair = { from: 'a', to: 'b' };

const begun: MasterKeyEvent = { type: 'keys.MasterKeyReplacementBegun', data: pair };

const data = { ...pair, keys: 7, unopened: 0 };

const replaced: MasterKeyEvent = { type: 'keys.MasterKeyReplaced', data };

const replacements = specification(masterKeyReplacements);

describe('replacing the master key', () => {
  it('is begun and finished once', () => {
    replacements
      .given([])
      .when({ type: 'Begin', ...pair, left: 7 })
      .then([begun]);
    replacements
      .given([begun])
      .when({ type: 'Finish', ...data })
      .then([replaced]);
    replacements
      .given([begun, replaced])
      .when({ type: 'Finish', ...data })
      .thenNothing();
  });

  it('goes on where it was interrupted', () => {
    replacements
      .given([begun])
      .when({ type: 'Begin', ...pair, left: 3 })
      .thenNothing();
    replacements
      .given([begun, replaced])
      .when({ type: 'Begin', ...pair, left: 0 })
      .thenNothing();
  });

  it('begins anew where keys were left, and for another key', () => {
    replacements
      .given([begun, replaced])
      .when({ type: 'Begin', ...pair, left: 1 })
      .then([begun]);
    const back = { from: 'b', to: 'a' };
    replacements
      .given([begun])
      .when({ type: 'Begin', ...back, left: 7 })
      .then([{ type: 'keys.MasterKeyReplacementBegun', data: back }]);
    replacements
      .given([begun])
      .when({ type: 'Finish', ...data, ...back })
      .thenNothing();
  });
});
