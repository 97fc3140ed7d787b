'use client';
import { Checkbox } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PageModal } from '@/kit/modal/PageModal';
import { useLimit } from '@/kit/useLimit';
import css from './buildgroup.module.css';
import { skip } from './skipped';

const POINTS = ['people', 'charge', 'doubt', 'staff', 'rules'] as const;

/** Introduction shown before groups are ordered; the user can hide it for seven days. */
export default function Notice({ onGo, onClose }: { onGo: () => void; onClose: () => void }) {
  const t = useTranslations('buildgroup.notice');
  const n = useLimit('group.charge.min');
  const [again, setAgain] = useState(false);
  const go = () => {
    if (again) skip();
    onGo();
  };
  return (
    <PageModal open title={t('title')} okText={t('go')} onOk={go} onCancel={onClose}>
      <ul className={css.points}>
        {POINTS.map((p) => (
          <li key={p}>
            <b>{t(`${p}.title`)}</b>
            <span>{t(`${p}.text`, { n })}</span>
          </li>
        ))}
      </ul>
      <Checkbox checked={again} onChange={(e) => setAgain(e.target.checked)}>
        {t('skip')}
      </Checkbox>
    </PageModal>
  );
}
