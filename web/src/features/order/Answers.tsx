import { MessageOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';

/** Shows the number of messages that answer an order, with a link to them; hidden at 0. */
export function Answers({ id }: { id: string }) {
  const t = useTranslations('order');
  const inbox = usePathOf('gc/inbox');
  const may = usePermission()('gc:inbox:page');
  const { data } = useQuery({
    ...get('/gc/inbox/page', { query: { current: 1, size: 1, orderId: id } }),
    enabled: may,
  });
  if (!inbox || !data?.total) return null;
  return (
    <Link to={`${inbox}?orderId=${id}`}>
      <MessageOutlined aria-hidden /> {t('answers', { n: data.total })}
    </Link>
  );
}
