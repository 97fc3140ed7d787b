/** Stands where a text will come. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div className={`ant-skeleton ant-skeleton-active css-var-root ${className}`}>
      <div className="ant-skeleton-section">
        {/* biome-ignore lint/a11y/useHeadingContent: antd's element, whose margins count; nothing is to be read yet */}
        <h3 aria-hidden className="ant-skeleton-title" style={{ width: '38%' }} />
        <ul className="ant-skeleton-paragraph">
          <li />
          <li />
          <li style={{ width: '61%' }} />
        </ul>
      </div>
    </div>
  );
}
