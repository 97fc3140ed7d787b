'use client';
import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Can } from '@/kit/access/Can';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { AllowAgainModal } from './AllowAgainModal';
import { ImportSuppression } from './ImportSuppression';
import { type Entry, useEntries } from './useEntries';

/** Page of suppressed numbers: the list, adding by hand or from a file, removal, and export. */
export default function Suppression() {
  const t = useTranslations('suppression');
  const [importing, setImporting] = useState(false);
  const [lifting, setLifting] = useState<Entry | null>(null);
  const extra = (
    <Can permission="aty:suppression:import">
      <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
        {t('import')}
      </Button>
    </Can>
  );
  return (
    <>
      <ResourcePage resource={useEntries(extra, setLifting)} />
      <ImportSuppression open={importing} onClose={() => setImporting(false)} />
      <AllowAgainModal key={lifting?.id} entry={lifting} onClose={() => setLifting(null)} />
    </>
  );
}
