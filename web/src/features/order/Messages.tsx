import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import { filled } from '@/kit/phone/template';
import { get } from '@/lib/api/query';
import type { OrderDetail } from './order';
import css from './order.module.css';
import { Preview, type PreviewMessage } from './Preview';

/** A link to a file is good for an hour; a younger one keeps a video from being loaded again. */
const FRESH = 30 * 60_000;

/** Shows the messages of an order with their pictures: one, or the two of a trial. */
export function Messages({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const asked = get('/gc/groupsendorder/{id}/media', { path: { id: order.id } });
  // An edit may bring another picture, which is never shown beside the text of the one before.
  const files = [order.message, order.ab?.message].map((m) => [m?.mediaId, m?.link?.thumbnailId, m?.templateId]);
  const { data } = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, JSON.stringify(files)] as unknown as typeof asked.queryKey,
    staleTime: FRESH,
    retry: false,
  });
  const { ab, channel } = order;
  const at = order.beginTime ?? order.startTime;
  const first = { at, ...order.message, template: order.template, channel, picture: data?.a?.url };
  const second = ab && { at, ...ab.message, template: ab.template, channel, picture: data?.b?.url };
  return (
    <>
      <Panel title={t(ab ? 'ab.a' : 'message')}>
        <Preview message={first} />
        <Addresses message={first} />
      </Panel>
      {second && (
        <Panel title={t('ab.b')}>
          <Preview message={second} second />
          <Addresses message={second} />
        </Panel>
      )}
    </>
  );
}

/** Shows the addresses of a message's buttons as text, so that a stray click opens nothing. */
function Addresses({ message }: { message: PreviewMessage }) {
  const t = useTranslations('order');
  const all = addressesOf(message);
  if (all.length === 0) return null;
  return (
    <dl className={css.addresses} aria-label={t('addresses')}>
      {all.map((a) => (
        <div key={`${a.name} ${a.url}`}>
          <dt>{a.name || t('url')}</dt>
          <dd>{a.url}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The addresses that a message carries: a link's own, and each button's by its text. */
function addressesOf({ type, link, template, placeholders }: PreviewMessage): { name: string; url: string }[] {
  if (type === 'template')
    return (template?.buttons ?? []).flatMap((b) =>
      b.type === 'url' && b.url ? [{ name: b.text, url: filled(b.url, placeholders ?? []) }] : [],
    );
  if (type !== 'link' || !link) return [];
  return [
    { name: '', url: link.url ?? '' },
    { name: link.button?.name ?? '', url: link.button?.url ?? '' },
  ].filter((a) => a.url);
}
