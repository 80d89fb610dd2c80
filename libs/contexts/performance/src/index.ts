export { PerformanceModule } from './performance.module.js';
