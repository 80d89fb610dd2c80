import { canonicalWeights, totalProblem } from '#libs/contexts/folios';
import { rtgModels } from './domain/rtg.js';

/** RTG folio models, stream `rtg-{oid}`, with the target weight rules of folios ([folio.weights]). */
export const rtgDecider = rtgModels({ totalProblem, canonicalWeights });
