import { Flex } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ExportButton } from '@/kit/export/ExportButton';
import { MonthInput } from '@/kit/input/dates';
import { dayAtEight } from '@/lib/format';

/** Every recharge, and a month of the finance that adds up line by line. */
export function Files({ userId }: { userId: string | undefined }) {
  const t = useTranslations('flow');
  const [month, setMonth] = useState<Dayjs>(() => dayjs(dayAtEight().slice(0, 7)));
  return (
    <Flex gap={8} wrap>
      <ExportButton path="/aty/accountstatement/recharge/allrecord/export" query={{ userId }} label={t('recharges')} />
      <Flex gap={8}>
        <MonthInput
          allowClear={false}
          aria-label={t('month')}
          value={month}
          maxDate={dayjs(dayAtEight())}
          onChange={(m) => m && setMonth(m)}
        />
        <ExportButton
          path="/aty/accountstatement/month/finance/export"
          query={{ userId, month: month.format('YYYY-MM') }}
          label={t('monthFile')}
        />
      </Flex>
    </Flex>
  );
}
