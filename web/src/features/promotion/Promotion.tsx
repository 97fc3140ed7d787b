'use client';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import PromoterHome from './PromoterHome';

const OWN = '/channel/own/lead/page';

function usePromotion(): Resource<typeof OWN, 'promotion'> {
  return {
    list: OWN,
    words: 'promotion',
    columns: {
      name: { fixed: true },
      phoneNumber: { from: 'sm' },
      countryCode: { as: 'country', hidden: true },
      status: { dict: 'lead_status', filter: true },
      channelName: { sort: true, from: 'md', filter: true },
      source: { dict: 'lead_source', from: 'lg', filter: true },
      convertTime: { as: 'time', sort: true, from: 'lg' },
      createTime: { as: 'time', sort: true, from: 'md', filter: 'days' },
    },
  };
}

/** Who came through the caller's own channels, what it earned, and its addresses. */
export default function Promotion() {
  return (
    <>
      <PromoterHome />
      <ResourcePage resource={usePromotion()} />
    </>
  );
}
