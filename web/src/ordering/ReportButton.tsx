import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PrintButton } from '@/kit/print/PrintButton';
import { get } from '@/lib/api/query';
import { type CommonDetail, endpoint, useOrderKind } from './kind';
import { Report } from './Report';

/** Saves the report of an order as PDF, to share with those who don't use the console. */
export function ReportButton({ order, message }: { order: CommonDetail; message?: string }) {
  const t = useTranslations('order');
  const queries = useQueryClient();
  const kind = useOrderKind();
  const reasons = async () => {
    if (!kind.reasons) return [];
    const stat = await queries.fetchQuery(get(endpoint(kind, '/{id}/stat'), { path: { id: order.id } }));
    return stat.reasons ?? [];
  };
  return (
    <PrintButton
      label={t('report.save')}
      name={`report-${order.orderNo}`}
      sheet={async () => <Report order={order} reasons={await reasons()} message={message} />}
    />
  );
}
