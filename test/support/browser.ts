import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PATIENCE_MS } from './condition.js';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of this machine's Chromium, `CHROMIUM_PATH` first; undefined if there is none. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path));

/** `describe` for cases that need a browser. A fresh machine has only Node and npm: without Chromium (a Debian package) they are skipped. */
export const withBrowser = chromiumPath === undefined ? describe.skip : describe;

/**
 * What Chromium leaves out: two popups of the address bar, which it renders for every page, and what Playwright disables by default and
 * makes requests or delays painting. Chromium takes the last list alone, so this one replaces Playwright's.
 */
const DISABLED_FEATURES = [
  ...['AimEnabled', 'HttpsUpgrades', 'MediaRouter', 'NetworkTimeServiceQuerying'],
  ...['OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'],
];

/** Starts a headless Chromium that makes no requests of its own. */
export function launchBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('no Chromium on this machine');
  return chromium.launch({
    executablePath: chromiumPath,
    timeout: PATIENCE_MS,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  });
}

/** Starts a browser whose pages are tabs of one context. They share a cache and a process, so each is cheap. */
export async function launchTabs(): Promise<BrowserContext> {
  const browser = await launchBrowser();
  const context = await browser.newContext({ timezoneId: 'America/New_York' });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** A page, and everything that went wrong in it: policy violations, missing files, exceptions, requests to other hosts. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
}

/** @param url base URL of the service, the only host the page may contact */
export async function watchedPage(tabs: BrowserContext, url: string): Promise<WatchedPage> {
  const page = await tabs.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !asked.startsWith('data:')) complaints.push(asked);
  });
  return { page, complaints };
}

/** Source of axe, to run in a page. */
export function axeSource(): string {
  return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
}
