export { RtgsModule } from './rtgs.module.js';
