import { afterEach, describe, expect, it } from '@jest/globals';
import { ServiceProcess } from '../../../test/support/service-process.js';

const MIB = 1024 * 1024;
/** Of `npm start`, in MiB. */
const OLD_SPACE = 1_024;
const SEMI_SPACE = 32;

describe('the process that npm start starts', () => {
  let service: ServiceProcess | undefined;
  afterEach(async () => {
    await service?.stop();
    await service?.remove();
  });

  it('has the memory that sizing.md speaks of', async () => {
    const tell = `
      import { getHeapStatistics } from 'node:v8';
      console.log('heap limit: %d', getHeapStatistics().heap_size_limit);`;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`];
    service = await ServiceProcess.start(await ServiceProcess.freshDirectory(), {}, options);
    const limit = Number(/heap limit: (\d+)/.exec(service.output)?.[1]) / MIB;
    // young objects have three semi-spaces
    expect(limit).toBe(OLD_SPACE + 3 * SEMI_SPACE);
  });
});
