import { useQuery } from '@tanstack/react-query';
import { Flex, Modal, Skeleton, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { CountrySelect } from '@/kit/input/selects';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { get, postQuery } from '@/lib/api/query';
import { STOCK_MODAL } from '@/lib/constants';
import { dayAtEight, useFormat } from '@/lib/format';
import { useDevice } from '@/lib/useDevice';
import { Table, type TableColumn } from '@/ui/Table';
import css from './stock.module.css';

type Row = {
  countryCode: string;
  country?: string;
  sendTotal?: number | null;
  repertoryNum?: number | null;
  available?: number;
  createTime?: string;
};

/** The stock of groups, SMS cards and numbers (platform-services §2): three tabs, by permission. */
export default function StockModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('shell.stocks');
  const may = usePermission();
  const wide = useDevice() === 'desktop';
  const items = [
    may({ permission: 'gc:groupsendorder:countrys' }) && { key: 'send', label: t('send'), children: <SendStock /> },
    may({ permission: 'kfsms:repertory:read' }) && { key: 'sms', label: t('sms'), children: <SmsStock /> },
    { key: 'group', label: t('group'), children: <GroupStock /> },
  ];
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={t('title')}
      width={wide ? STOCK_MODAL.width : '100%'}
      footer={null}
      destroyOnHidden
    >
      <Tabs items={items.filter((i) => i !== false)} />
    </Modal>
  );
}

/** The stock at this moment: fetched each time the dialog opens. */
const NOW = { staleTime: 0 };

type FiguresProps = { stock: Stock; columns: TableColumn<Row>[]; rows: Row[]; bar: ReactNode; empty: string };
type Stock = { isPending: boolean; error: unknown; refetch: () => unknown };

function Figures({ stock, columns, rows, bar, empty }: FiguresProps) {
  const t = useTranslations('shell.stocks');
  return (
    <>
      <Flex className={css.bar} gap={8} wrap>
        {bar}
      </Flex>
      <ErrorAlert className={css.bar} error={stock.error} onRetry={stock.refetch} />
      <ScrollBox label={t('title')} maxHeight={STOCK_MODAL.height} busy={stock.isPending}>
        <Table<Row>
          size="small"
          rowKey={(r) => `${r.countryCode} ${r.createTime ?? ''}`}
          columns={columns}
          dataSource={rows}
          empty={stock.isPending ? <Skeleton active title={false} /> : <span className={css.empty}>{empty}</span>}
        />
      </ScrollBox>
    </>
  );
}

function SendStock() {
  const t = useTranslations('shell.stocks');
  const f = useFormat();
  const [country, setCountry] = useState<string>();
  const stock = useQuery({ ...postQuery('/gc/groupsendorder/countrys', { body: { countryCode: country } }), ...NOW });
  // Filtered here too: a server that gives all still answers the question.
  const rows = (stock.data ?? []).filter((r) => !country || r.countryCode === country);
  const columns: TableColumn<Row>[] = [
    { key: 'code', title: t('code'), width: 110, render: (r) => r.countryCode },
    { key: 'country', title: t('country'), render: (r) => f.country(r.countryCode) },
    {
      key: 'total',
      title: t('total'),
      align: 'end',
      render: (r) => (r.sendTotal == null ? t('unlimited') : f.count(r.sendTotal)),
    },
  ];
  return (
    <Figures
      empty={t('unlimitedAll')}
      stock={stock}
      columns={columns}
      rows={rows}
      bar={<CountryFilter value={country} onChange={setCountry} />}
    />
  );
}

function SmsStock() {
  const t = useTranslations('shell.stocks');
  const f = useFormat();
  const [country, setCountry] = useState<string>();
  const [date, setDate] = useState(() => dayAtEight());
  const query = {
    countryCode: country,
    date,
    size: 100,
    sortFields: ['repertoryNum'],
    sortOrders: ['descend' as const],
  };
  const stock = useQuery({ ...get('/kfsms/repertory/page', { query }), ...NOW });
  const columns: TableColumn<Row>[] = [
    { key: 'code', title: t('code'), width: 90, render: (r) => r.countryCode },
    { key: 'country', title: t('country'), render: (r) => f.country(r.countryCode) },
    {
      key: 'number',
      title: t('number'),
      align: 'end',
      render: (r) => (r.repertoryNum == null ? t('unlimited') : f.count(r.repertoryNum)),
    },
    { key: 'available', title: t('available'), align: 'end', render: (r) => f.count(r.available) },
    { key: 'createTime', title: t('createTime'), width: 160, render: (r) => f.minute(r.createTime) },
  ];
  const bar = (
    <>
      <CountryFilter value={country} onChange={setCountry} />
      <Day value={date} onChange={setDate} />
    </>
  );
  return <Figures empty={t('none')} stock={stock} columns={columns} rows={stock.data?.records ?? []} bar={bar} />;
}

function GroupStock() {
  const t = useTranslations('shell.stocks');
  const f = useFormat();
  const [date, setDate] = useState(() => dayAtEight());
  const stock = useQuery({ ...get('/bgo/buildgroup/resource/num/{id}', { path: { id: date } }), ...NOW });
  const rows: Row[] = stock.data ? [{ countryCode: date, sendTotal: stock.data.num }] : [];
  const columns: TableColumn<Row>[] = [
    { key: 'date', title: t('date'), render: (r) => r.countryCode },
    {
      key: 'groups',
      title: t('groups'),
      align: 'end',
      render: (r) => (r.sendTotal == null ? t('unlimited') : f.count(r.sendTotal)),
    },
  ];
  return (
    <Figures
      empty={t('none')}
      stock={stock}
      columns={columns}
      rows={rows}
      bar={<Day value={date} onChange={setDate} />}
    />
  );
}

type Given<T> = { value: T; onChange: (v: T) => void };

function CountryFilter({ value, onChange }: Given<string | undefined>) {
  const t = useTranslations('shell.stocks');
  return (
    <CountrySelect
      className={css.filter}
      allowClear
      aria-label={t('country')}
      placeholder={t('country')}
      value={value as string}
      onChange={(v) => onChange((v as string | undefined) || undefined)}
    />
  );
}

/** The browser's own: one date needs no calendar of ours. An emptied one is today. */
function Day({ value, onChange }: Given<string>) {
  const t = useTranslations('shell.stocks');
  return (
    <input
      type="date"
      className={css.date}
      aria-label={t('date')}
      value={value}
      onChange={(e) => onChange(e.target.value || dayAtEight())}
    />
  );
}
