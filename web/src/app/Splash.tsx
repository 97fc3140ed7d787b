/** Prerendered, before any language is loaded: a mark and no words. */
export function Splash() {
  return (
    <div className="splash" role="status" aria-live="polite">
      <svg viewBox="0 0 50 50" width="40" height="40" aria-hidden="true">
        <circle cx="25" cy="25" r="20" fill="none" stroke="currentColor" strokeWidth="4" strokeDasharray="90 60" />
      </svg>
      <span>Herald</span>
    </div>
  );
}

/** The language pack itself did not load, so this speaks by signs. */
export function BootFailed() {
  return (
    <div className="splash" role="alert">
      <button type="button" onClick={() => window.location.reload()}>
        ↻ Herald
      </button>
    </div>
  );
}
