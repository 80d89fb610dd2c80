import { omit, type SealedValue, sealedValue, type Timestamp } from '#libs/platform/kernel';
import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import { type Contact, type Identity, trusteeDecider, type TrusteeEvent } from '../domain/index.js';

type Personal = Contact & Omit<Identity, 'tid'>;

/** A trustee. Personal fields are missing once the person's key is destroyed. */
export type TrusteeDocument = { readonly [Field in keyof Personal]?: Personal[Field] } & {
  readonly loginId: string;
  /** Revision of the stream, for the entity tag. */
  readonly revision: number;
  readonly memberOid: string;
  /** The advisor firm: `firmOid` on the wire. */
  readonly firmId: string;
  readonly creationDate: Timestamp;
  /** Login ids of the persons who may see the trustee: the trustee, and the acting member who created the trustee. */
  readonly readers: readonly string[];
  readonly tid?: SealedValue;
};

/** Trustees by login id. */
export const trusteeDocuments: Projection<TrusteeDocument, TrusteeEvent> = {
  name: 'members.trustee',
  version: 3,
  indexes: [
    { name: 'byFirm', fields: ['firmId', 'loginId'] },
    { name: 'byReader', fields: ['firmId', 'readers', 'loginId'] },
  ],
  events: ['trustee.TrusteeCreated'],
  documents: (event) => [event.data.loginId],
  history: { streams: streamPerDocument(trusteeDecider), fixed: { byFirm: 2, byReader: 3 } },

  fold(_, { data, revision, metadata }) {
    const { firmOid: firmId, loginId, tid } = data;
    const { actingMember: creator = loginId } = metadata;
    return {
      ...omit(data, 'firmOid', 'tid'),
      revision,
      firmId,
      readers: [...new Set([loginId, creator])],
      ...(tid && { tid: sealedValue(tid) }),
    };
  },
};
