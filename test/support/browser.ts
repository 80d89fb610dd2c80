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

/** Where a Chromium is on this machine (`CHROMIUM_PATH` first); undefined when there is none. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path));

/** Cases that need a browser. A fresh machine has Node and npm only: they are skipped where there is no Chromium (Debian's package). */
export const withBrowser = chromiumPath === undefined ? describe.skip : describe;

/** Starts a headless Chromium that talks to nobody but the pages it is given. */
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
    ],
  });
}

/** Starts a browser whose pages are tabs of one context: they share its cache and its process, and cost little each. */
export async function launchTabs(): Promise<BrowserContext> {
  const browser = await launchBrowser();
  const context = await browser.newContext({ timezoneId: 'America/New_York' });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** A page of its own, and what the browser complains about in it: refused by the policy, not found, thrown, or asked of another host. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
}

/** @param url of the service, the only one that the page may ask */
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

/** The text of axe, to be run in a page. */
export function axeSource(): string {
  return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
}
