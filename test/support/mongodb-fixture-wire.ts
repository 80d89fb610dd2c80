import { deserialize, type Document, serialize } from 'bson';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

/** A client's message. */
export interface Asked {
  /** Its first field names the command. */
  readonly command: Document;
  /** Encodes the response. */
  answered(answer: Document): Buffer;
}

/** Complete messages, and the remaining bytes. */
export function wholeMessages(pending: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let rest = pending;
  while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
    const size = rest.readInt32LE(0);
    messages.push(rest.subarray(0, size));
    rest = rest.subarray(size);
  }
  return { messages, rest };
}

/** Decodes a message: OP_MSG, or the OP_QUERY of a driver's first handshake. */
export function read(message: Buffer): Asked {
  const requestId = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_MSG) {
    return {
      command: readMessage(message),
      answered: (answer) => writeMessage(requestId, answer),
    };
  }
  return {
    command: readQuery(message, opcode),
    answered: (answer) => reply(requestId, answer),
  };
}

function parse(bytes: Buffer): Document {
  return deserialize(bytes, { useBigInt64: true });
}

function readQuery(message: Buffer, opcode: number): Document {
  if (opcode !== OP_QUERY) throw new Error(`the fixture does not know opcode ${opcode}`);
  const name = message.indexOf(0, 20) + 1;
  return parse(message.subarray(name + 8));
}

function readMessage(message: Buffer): Document {
  const flags = message.readUInt32LE(16);
  const end = message.length - ((flags & 1) === 1 ? 4 : 0);
  let command: Document = {};
  const sequences: [string, Document[]][] = [];
  for (let offset = 20; offset < end;) {
    const kind = message[offset++];
    const size = message.readInt32LE(offset);
    if (kind === 0) command = parse(message.subarray(offset, offset + size));
    else {
      const nameEnd = message.indexOf(0, offset + 4);
      const documents: Document[] = [];
      for (let at = nameEnd + 1; at < offset + size; at += message.readInt32LE(at)) {
        documents.push(parse(message.subarray(at, at + message.readInt32LE(at))));
      }
      sequences.push([message.toString('utf8', offset + 4, nameEnd), documents]);
    }
    offset += size;
  }
  return { ...command, ...Object.fromEntries(sequences) };
}

function header(size: number, responseTo: number, opcode: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(16 + size, 0);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(opcode, 12);
  return bytes;
}

function writeMessage(responseTo: number, answer: Document): Buffer {
  const body = serialize(answer, { ignoreUndefined: true });
  return Buffer.concat([header(5 + body.length, responseTo, OP_MSG), Buffer.alloc(5), body]);
}

function reply(responseTo: number, answer: Document): Buffer {
  const body = serialize(answer, { ignoreUndefined: true });
  const preamble = Buffer.alloc(20);
  preamble.writeInt32LE(1, 16);
  return Buffer.concat([header(20 + body.length, responseTo, OP_REPLY), preamble, body]);
}
