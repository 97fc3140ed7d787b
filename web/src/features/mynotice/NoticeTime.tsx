import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import type { Notice } from '@/lib/realtime/notices';
import { when } from './when';

/** Shows the relative time of a notice, with the exact time as its title. */
export function NoticeTime({ notice }: { notice: Notice }) {
  const t = useTranslations('inbox');
  const f = useFormat();
  const at = notice.noticeTime ?? notice.createTime;
  if (!at) return null;
  const w = when(at);
  const text = w.kind === 'today' ? w.time : w.kind === 'month' ? w.month : t(w.kind);
  return (
    <time dateTime={at} title={f.time(at)}>
      {text}
    </time>
  );
}
