import { Controller, Get, Param } from '@nestjs/common';
import { Answer, Describes, Produces, Public, RefusedException } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { consoleFile } from '../console-files.js';

/** Nothing from elsewhere, nothing inside the page itself, no frames, no forms that leave it. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
    'trusted-types lit-html',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const PAGE = 'index.html';

const DESCRIBED_HEADERS = {
  'Content-Security-Policy': 'What the page may load, and from where: this service only',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The page and its files: they hold no data, so everybody may have them; what they show takes a token. */
@Controller('console')
export class ConsoleController {
  @Get()
  @Public()
  @Produces('text/html')
  @Describes('Console of operators and auditors', {
    type: 'text/html',
    headers: DESCRIBED_HEADERS,
    example: '<!doctype html>…',
  })
  page() {
    return fileAnswer(PAGE);
  }

  @Get(':file')
  @Public()
  @Produces('*/*')
  @Describes('File of the console', {
    type: 'text/javascript',
    also: { 'text/css': 'Its style sheet' },
    headers: DESCRIBED_HEADERS,
    example: 'export …',
  })
  file(@Param('file') file: string) {
    // the page is found where its files are below it only
    if (file === PAGE) throw new RefusedException(notFound());
    return fileAnswer(file);
  }
}

/** By name: a file is read, and its entity tag made, once. */
const answers = new Map<string, Answer>();

async function fileAnswer(name: string): Promise<Answer> {
  const known = answers.get(name);
  if (known !== undefined) return known;
  const file = await consoleFile(name);
  if (file === undefined) throw new RefusedException(notFound());
  const answer = Answer.document(file.text, file.type, { headers: HEADERS });
  answers.set(name, answer);
  return answer;
}
