import { describe, expect, it } from '@jest/globals';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { WireMessage, WireWriter } from './eventstoredb-wire.js';

describe('WireMessage', () => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from('süß-1')))
    .setStreamRevision('300')
    .setCommitPosition('9007199254740991')
    .setData(Buffer.from('{"a":1}'));
  recorded.getMetadataMap().set('type', 'T.v1').set('content-type', 'application/json');
  const message = WireMessage.of(Buffer.from(recorded.serializeBinary()));

  it('reads single fields, whatever stands before them', () => {
    expect(message.text(8)).toBe('{"a":1}');
    expect(message.message(2)?.text(3)).toBe('süß-1');
    expect([message.number(3), message.number(5)]).toEqual([300, Number.MAX_SAFE_INTEGER]);
    expect([message.number(4), message.text(7), message.message(1)]).toEqual(
      Array(3).fill(undefined),
    );
  });

  it('reads each message of a repeated field', () => {
    const properties = Array.from(message.messages(6), (one) => [one.text(1), one.text(2)]);
    expect(properties.sort()).toEqual([
      ['content-type', 'application/json'],
      ['type', 'T.v1'],
    ]);
  });

  it('passes over fields of every kind', () => {
    const fixed = Buffer.from([
      (1 << 3) | 1,
      ...Array<number>(8).fill(255),
      (2 << 3) | 5,
      255,
      255,
      255,
      255,
    ]);
    expect(WireMessage.of(Buffer.concat([fixed, Buffer.from([3 << 3, 7])])).number(3)).toBe(7);
    expect(() => WireMessage.of(Buffer.from([(1 << 3) | 7])).number(3)).toThrow('wire type 7');
  });
});

describe('WireWriter', () => {
  it('writes what the generated classes read', () => {
    const writer = new WireWriter();
    writer.message(2, () => {
      writer.message(1);
      writer.number(2, Number.MAX_SAFE_INTEGER);
    });
    for (const name of ['b', 'ä'.repeat(200)]) {
      writer.message(3, () => writer.text(4, name));
    }
    writer.number(4, 1);
    const read = streams.BatchAppendReq.deserializeBinary(writer.written());
    expect(read.getIsFinal()).toBe(true);
    expect(read.getOptions()?.getStreamPosition()).toBe('9007199254740991');
    expect(read.getOptions()?.hasStreamIdentifier()).toBe(true);
    const data = read
      .getProposedMessagesList()
      .map((one) => Buffer.from(one.getData_asU8()).toString());
    expect(data).toEqual(['b', 'ä'.repeat(200)]);
  });
});
