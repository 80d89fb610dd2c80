/**
 * Keeps SIGUSR1 from opening Node's inspector, which gives whoever reaches its port on this machine everything that is in memory: keys,
 * and personal data in plain text. `--inspect` still opens it.
 */
export function keepInspectorClosed(): void {
  process.on('SIGUSR1', () => undefined);
}
