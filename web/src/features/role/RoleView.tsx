import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { DictTags } from '@/kit/dict/DictTag';
import { PageDrawer } from '@/kit/modal/PageModal';
import { Facts } from '@/kit/page/Page';
import { PermissionTree } from './PermissionTree';
import type { Role } from './role';
import css from './role.module.css';

type Props = { role: Role | null; onClose: () => void; onCopy: (role: Role) => void; copies: boolean };

/** What a built-in role may do; it can be copied, not changed. */
export function RoleView({ role, onClose, onCopy, copies }: Props) {
  const t = useTranslations('role');
  return (
    <PageDrawer
      open={role !== null}
      title={role?.name}
      size={760}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={onClose}
      extra={role && copies && <Button onClick={() => onCopy(role)}>{t('copy')}</Button>}
    >
      {role && (
        <>
          <Facts
            items={[
              { label: t('code'), value: role.code },
              { label: t('types'), value: <DictTags code="user_type" values={role.types} /> },
            ]}
          />
          <div className={css.below}>
            <PermissionTree key={role.code} value={role.permissions ?? []} readOnly />
          </div>
        </>
      )}
    </PageDrawer>
  );
}
