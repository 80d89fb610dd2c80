import { keepInspectorClosed } from '#libs/platform/runtime';
import { reportingUsage, run } from './command-line.js';
import { opsProgram } from './program.js';

keepInspectorClosed();

process.exitCode = await run(reportingUsage(opsProgram()), process.argv);
