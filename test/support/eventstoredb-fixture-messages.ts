import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statusMessages from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import anyMessages from 'google-protobuf/google/protobuf/any_pb.js';
import emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js';
import type { AppendResult, JsonObject, NewEvent, StoredEvent } from '#libs/platform/event-store';

/** A requested append. */
export interface AppendRequest {
  readonly stream: string;
  readonly expected: number | 'no_stream';
  readonly events: NewEvent[];
  /** By the client's clock. */
  readonly deadline: Date;
}

/** Name of a stream. */
export function streamName(identifier: shared.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

function streamIdentifier(name: string): shared.StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(name)));
}

const json = (bytes: Uint8Array): JsonObject =>
  bytes.length === 0 ? {} : (JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonObject);
const bytes = (value: JsonObject): Uint8Array =>
  Uint8Array.from(Buffer.from(JSON.stringify(value)));

/** An event that a client appends. */
export function proposedEvent(message: streams.BatchAppendReq.ProposedMessage): NewEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    data: json(message.getData_asU8()),
    metadata: json(message.getCustomMetadata_asU8()),
  };
}

/** An event sent to a client. */
export function eventResponse(event: StoredEvent): streams.ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(streamIdentifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setData(bytes(event.data))
    .setCustomMetadata(bytes(event.metadata));
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', 'application/json')
    .set('created', '0');
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position)),
  );
}

/** "There is no such stream." */
export function notFoundResponse(stream: string): streams.ReadResp {
  return new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream)),
  );
}

/** "The subscription runs." */
export function confirmationResponse(): streams.ReadResp {
  return new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('fixture'),
  );
}

/** "The filter has been applied up to here." */
export function checkpointResponse(position: bigint): streams.ReadResp {
  return new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position)),
  );
}

/** "You are at the head." */
export function caughtUpResponse(): streams.ReadResp {
  return new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
}

/** "You are no longer at the head": what comes next is history. */
export function fellBehindResponse(): streams.ReadResp {
  return new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind());
}

/** Response to one append of the batch call. */
export function batchResponse(
  correlation: shared.UUID | undefined,
  request: AppendRequest,
  result: AppendResult,
  withPosition: boolean,
): streams.BatchAppendResp {
  const response = new streams.BatchAppendResp()
    .setCorrelationId(correlation)
    .setStreamIdentifier(streamIdentifier(request.stream));
  if (result.outcome === 'appended') {
    const success = new streams.BatchAppendResp.Success().setCurrentRevision(
      String(result.revision),
    );
    if (withPosition) {
      success.setPosition(
        new shared.AllStreamPosition()
          .setCommitPosition(String(result.position))
          .setPreparePosition(String(result.position)),
      );
    } else success.setNoPosition(new emptyMessages.Empty());
    return response.setSuccess(success);
  }
  const conflict = new shared.WrongExpectedVersion();
  if (result.actual === 'no_stream') conflict.setCurrentNoStream(new emptyMessages.Empty());
  else conflict.setCurrentStreamRevision(String(result.actual));
  if (request.expected === 'no_stream') conflict.setExpectedNoStream(new emptyMessages.Empty());
  else conflict.setExpectedStreamPosition(String(request.expected));
  const details = new anyMessages.Any();
  details.pack(conflict.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  return response.setError(
    new statusMessages.Status().setMessage('WrongExpectedVersion').setDetails(details),
  );
}

/** Response to an append of the batch call that failed, or whose outcome the server doesn't know. */
export function refusalResponse(
  correlation: shared.UUID | undefined,
  request: AppendRequest,
  refusal: 'Timeout' | 'Server Is Not Ready',
): streams.BatchAppendResp {
  const details = new anyMessages.Any();
  if (refusal === 'Timeout') {
    details.pack(new shared.Timeout().serializeBinary(), 'event_store.client.Timeout');
  } else details.pack(new emptyMessages.Empty().serializeBinary(), 'google.protobuf.Empty');
  return new streams.BatchAppendResp()
    .setCorrelationId(correlation)
    .setStreamIdentifier(streamIdentifier(request.stream))
    .setError(new statusMessages.Status().setMessage(refusal).setDetails(details));
}

/** Features of a server version. */
export function supportedMethods(version: string): features.SupportedMethods {
  const methods = ['read', 'append', 'batchappend'].map((method) =>
    new features.SupportedMethod()
      .setServiceName('event_store.client.streams.streams')
      .setMethodName(method)
      .setFeaturesList([]),
  );
  return new features.SupportedMethods()
    .setEventStoreServerVersion(version)
    .setMethodsList(methods);
}

/** A node as gossip reports it. */
export interface Member {
  readonly port: number;
  readonly state: 'leader' | 'follower' | 'unknown';
  readonly isAlive: boolean;
}

const STATES = {
  leader: gossip.MemberInfo.VNodeState.LEADER,
  follower: gossip.MemberInfo.VNodeState.FOLLOWER,
  unknown: gossip.MemberInfo.VNodeState.UNKNOWN,
} as const;

/** The cluster as a node sees it. */
export function clusterInfo(members: readonly Member[]): gossip.ClusterInfo {
  return new gossip.ClusterInfo().setMembersList(
    members.map(({ port, state, isAlive }) =>
      new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString(instanceId(port)))
        .setTimeStamp('0')
        .setState(STATES[state])
        .setIsAlive(isAlive)
        .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
    ),
  );
}

const instanceId = (port: number): string =>
  `00000000-0000-4000-8000-${String(port).padStart(12, '0')}`;
