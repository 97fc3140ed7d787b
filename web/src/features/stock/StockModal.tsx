import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Modal, Table, type TableColumnsType, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { CountrySelect } from '@/kit/input/selects';
import { get, postQuery } from '@/lib/api/query';
import { STOCK_MODAL } from '@/lib/constants';
import { dayAtEight, useFormat } from '@/lib/format';
import { errorText } from '@/lib/notifier';
import { useDevice } from '@/lib/useDevice';
import css from './stock.module.css';

type Row = {
  countryCode: string;
  country?: string;
  sendTotal?: number | null;
  repertoryNum?: number;
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

type FiguresProps = { stock: Stock; columns: TableColumnsType<Row>; rows: Row[]; bar: ReactNode; empty: string };
type Stock = { isPending: boolean; error: unknown; refetch: () => unknown };

function Figures({ stock, columns, rows, bar, empty }: FiguresProps) {
  const t = useTranslations('table');
  return (
    <>
      <Flex className={css.bar} gap={8} wrap>
        {bar}
      </Flex>
      {stock.error !== null && (
        <Alert
          className={css.bar}
          type="warning"
          showIcon
          title={errorText(stock.error)}
          action={<Button onClick={() => stock.refetch()}>{t('retry')}</Button>}
        />
      )}
      <Table<Row>
        size="small"
        rowKey={(r) => `${r.countryCode} ${r.createTime ?? ''}`}
        columns={columns}
        dataSource={rows}
        loading={stock.isPending}
        pagination={false}
        scroll={{ y: STOCK_MODAL.height }}
        locale={{ emptyText: <span className={css.empty}>{empty}</span> }}
      />
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
  const columns: TableColumnsType<Row> = [
    { title: t('code'), dataIndex: 'countryCode', width: 110 },
    { title: t('country'), render: (_, r) => f.country(r.countryCode) },
    {
      title: t('total'),
      align: 'end',
      render: (_, r) => (r.sendTotal == null ? t('unlimited') : f.count(r.sendTotal)),
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
  const columns: TableColumnsType<Row> = [
    { title: t('code'), dataIndex: 'countryCode', width: 90 },
    { title: t('country'), render: (_, r) => f.country(r.countryCode) },
    { title: t('number'), align: 'end', render: (_, r) => f.count(r.repertoryNum) },
    { title: t('createTime'), width: 160, render: (_, r) => f.minute(r.createTime) },
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
  const columns: TableColumnsType<Row> = [
    { title: t('date'), dataIndex: 'countryCode' },
    {
      title: t('groups'),
      align: 'end',
      render: (_, r) => (r.sendTotal == null ? t('unlimited') : f.count(r.sendTotal)),
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
