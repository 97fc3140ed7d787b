import { Flex } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionButton } from '@/kit/action/ActionButton';
import { MonthInput } from '@/kit/input/dates';
import { exportList } from '@/lib/exportFile';
import { dayAtEight } from '@/lib/format';
import { notifier } from '@/lib/notifier';

/** Every recharge, and a month of the finance that adds up line by line. */
export function Files({ userId }: { userId: string | undefined }) {
  const t = useTranslations('flow');
  const [month, setMonth] = useState<Dayjs>(() => dayjs(dayAtEight().slice(0, 7)));
  const save = async (path: string, query: Record<string, unknown>) => {
    const made = await exportList(path, { userId, ...query });
    if (made.kind !== 'saved') notifier.current?.message.info(t('later'));
  };
  return (
    <Flex gap={8} wrap>
      <ActionButton onAct={() => save('/aty/accountstatement/recharge/allrecord/export', {})}>
        {t('recharges')}
      </ActionButton>
      <Flex gap={8}>
        <MonthInput
          allowClear={false}
          aria-label={t('month')}
          value={month}
          maxDate={dayjs(dayAtEight())}
          onChange={(m) => m && setMonth(m)}
        />
        <ActionButton
          onAct={() => save('/aty/accountstatement/month/finance/export', { month: month.format('YYYY-MM') })}
        >
          {t('monthFile')}
        </ActionButton>
      </Flex>
    </Flex>
  );
}
