import { Timeline } from 'antd';
import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { PageDrawer } from '@/kit/modal/PageModal';
import { DescriptionList } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { imageAt } from '@/lib/image';
import css from './contact.module.css';
import { AddressFlags } from './useEmailMembers';
import { type Member, valuesOf } from './useMembers';

type Props = { member: Member | null; columns: readonly string[]; onClose: () => void };

/** Shows a member: the source of the number, its evidence, and its history. */
export function MemberDrawer({ member, columns, onClose }: Props) {
  const t = useTranslations('contact');
  return (
    <PageDrawer
      open={member !== null}
      title={member && (member.email ?? `+${member.phoneNumber}`)}
      size={420}
      onClose={onClose}
    >
      {member &&
        (member.email ? (
          <KnownAddress member={member} columns={columns} />
        ) : (
          <Known member={member} columns={columns} />
        ))}
      {member && <h3 className={css.evidence}>{t('evidence')}</h3>}
      {member && <Story member={member} />}
    </PageDrawer>
  );
}

function Known({ member: m, columns }: { member: Member; columns: readonly string[] }) {
  const t = useTranslations('contact');
  const f = useFormat();
  const items = [
    { label: t('validity'), value: <DictTag code="member_validity" value={m.validity} /> },
    { label: t('wa'), value: m.wa ? t('yes') : m.validity === 'invalid' ? t('no') : '–' },
    { label: t('source'), value: <DictTag code="member_source" value={m.source} /> },
    { label: t('entryTime'), value: f.time(m.createTime) },
    { label: t('lastActiveTime'), value: m.lastActiveTime ? f.time(m.lastActiveTime) : '–' },
    { label: t('lastCheckTime'), value: m.lastCheckTime ? f.time(m.lastCheckTime) : '–' },
    { label: t('activeKnown'), value: t(m.lastActiveTime ? 'yes' : 'no') },
    { label: t('screened'), value: t(m.evidence?.some((e) => e.source.startsWith('partner')) ? 'yes' : 'no') },
    ...(m.avatar ? [{ label: t('avatar'), value: <Picture avatar={m.avatar} /> }] : []),
    ...(m.avatarTime ? [{ label: t('avatarTime'), value: f.time(m.avatarTime) }] : []),
    ...(m.signature ? [{ label: t('signature'), value: m.signature }] : []),
    ...(m.signatureTime ? [{ label: t('signatureTime'), value: f.time(m.signatureTime) }] : []),
    ...valuesOf(m, columns).map(([label, value]) => ({ label, value })),
  ];
  return <DescriptionList items={items} />;
}

function KnownAddress({ member: m, columns }: { member: Member; columns: readonly string[] }) {
  const t = useTranslations('contact');
  const f = useFormat();
  const items = [
    ...(m.name ? [{ label: t('name'), value: m.name }] : []),
    { label: t('validity'), value: <DictTag code="member_validity" value={m.validity} /> },
    { label: t('emails.flags'), value: <AddressFlags member={m} /> },
    { label: t('entryTime'), value: f.time(m.createTime) },
    { label: t('lastActiveTime'), value: m.lastActiveTime ? f.time(m.lastActiveTime) : '–' },
    ...valuesOf(m, columns).map(([label, value]) => ({ label, value })),
  ];
  return <DescriptionList items={items} />;
}

function Picture({ avatar }: { avatar: string }) {
  // biome-ignore lint/performance/noImgElement: an export has no image service
  return <img src={imageAt(avatar)} alt="" width={48} height={48} referrerPolicy="no-referrer" />;
}

/** The newest word of each source, and how the number came here. */
function Story({ member: m }: { member: Member }) {
  const t = useTranslations('contact');
  const f = useFormat();
  const came = { key: 'came', color: 'gray', content: <Line what={t('cameIn')} time={f.time(m.createTime)} /> };
  const said = (m.evidence ?? []).map((e) => ({
    key: e.source,
    color: e.yes ? 'green' : 'red',
    content: <Line what={t(`evidences.${e.source}`, { yes: String(e.yes) })} time={f.time(e.time)} />,
  }));
  return <Timeline items={[...said, came]} />;
}

function Line({ what, time }: { what: string; time: string }) {
  return (
    <span className={css.said}>
      <span>{what}</span>
      <small>{time}</small>
    </span>
  );
}
