import type { BodyOf, RecordOf } from '@/lib/api/types';

export const CHANNELS = '/channel/sales/page';

export type Channel = RecordOf<typeof CHANNELS>;
/** Customer of the channels of the platform itself. */
export const PLATFORM = 'platform';

type Body = BodyOf<'post', '/channel/sales'>;

/** The campaign parameters of a channel, in the order of the form. */
export const PARAMS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
type Param = (typeof PARAMS)[number];

export type ChannelValues = Omit<Body, 'id' | 'params'> & Partial<Record<Param, string>>;

export const LONGEST = { name: 20, remark: 255, param: 100 };

/** The values of the form of a channel. */
export const valuesOf = ({ name, kind, ownerId, linkId, remark, params }: Channel): Partial<ChannelValues> => ({
  name,
  kind,
  ownerId,
  linkId,
  remark,
  ...params,
});

/** What the form says of a channel. */
export const bodyOf = ({ name, kind, ownerId, linkId, remark, ...rest }: ChannelValues) => ({
  name,
  kind,
  ownerId: ownerId ?? '',
  linkId: linkId ?? '',
  remark,
  params: Object.fromEntries(PARAMS.flatMap((p) => (rest[p] ? [[p, rest[p]]] : []))),
});
