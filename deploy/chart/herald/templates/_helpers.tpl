{{- define "herald.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "herald.selector" -}}
app.kubernetes.io/name: herald
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "herald.labels" -}}
{{ include "herald.selector" . }}
app.kubernetes.io/version: {{ include "herald.tag" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "herald.tag" -}}
{{- .Values.image.tag | default .Chart.AppVersion -}}
{{- end -}}

{{- define "herald.secret" -}}
{{- .Values.existingSecret | default (include "herald.name" .) -}}
{{- end -}}

{{- define "herald.host" -}}
{{- .Values.ingress.host | default (get (urlParse .Values.publicUrl) "hostname") -}}
{{- end -}}

{{/* Variables that the chart sets itself. */}}
{{- define "herald.variables" -}}
HERALD_NAME: herald
HERALD_STORAGE: postgres
HERALD_FILES: postgres
HERALD_LISTEN: ":8080"
HERALD_PUBLIC_URL: {{ .Values.publicUrl | quote }}
HERALD_TRUSTED_HOPS: {{ .Values.trustedHops | quote }}
HERALD_DRAIN_SECONDS: {{ .Values.drainSeconds | quote }}
HERALD_STOP_SECONDS: {{ .Values.stopSeconds | quote }}
{{- end -}}

{{/* Secrets without which no process starts. */}}
{{- define "herald.required" -}}
HERALD_POSTGRES_URL HERALD_SECRET_AUTH_KEY HERALD_SECRET_LINK_KEY HERALD_SECRET_WHATSAPP_TOKEN HERALD_SECRET_WHATSAPP_APP_SECRET HERALD_SECRET_WHATSAPP_VERIFY_TOKEN
{{- end -}}

{{- define "herald.check" -}}
{{- if not (regexMatch "^https://[^/]+$" .Values.publicUrl) -}}
{{- fail "Set publicUrl to the https address of the console, without a trailing slash, for example https://herald.example." -}}
{{- end -}}
{{- $own := include "herald.variables" . | fromYaml -}}
{{- range $name, $_ := .Values.settings -}}
{{- if hasKey $own $name -}}
{{- fail (printf "Remove %s from settings: the chart sets it." $name) -}}
{{- end -}}
{{- if or (hasPrefix "HERALD_SECRET_" $name) (has $name (list "HERALD_POSTGRES_URL" "HERALD_METRICS_TOKEN")) (eq $name "AWS_SECRET_ACCESS_KEY") -}}
{{- fail (printf "Move %s from settings to secretValues or to the Secret of existingSecret." $name) -}}
{{- end -}}
{{- if hasKey $.Values.secretValues $name -}}
{{- fail (printf "%s stands in settings and in secretValues; remove one." $name) -}}
{{- end -}}
{{- end -}}
{{- range $name, $_ := .Values.secretValues -}}
{{- if hasKey $own $name -}}
{{- fail (printf "Remove %s from secretValues: the chart sets it." $name) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.serviceMonitor.enabled (not .Values.existingSecret) (not (hasKey .Values.secretValues "HERALD_METRICS_TOKEN")) -}}
{{- fail "Add HERALD_METRICS_TOKEN to secretValues, which serviceMonitor needs to read /metrics." -}}
{{- end -}}
{{- if and .Values.existingSecret .Values.secretValues -}}
{{- fail "Set existingSecret or secretValues, not both." -}}
{{- end -}}
{{- if not .Values.existingSecret -}}
{{- range splitList " " (include "herald.required" .) -}}
{{- if not (get $.Values.secretValues .) -}}
{{- fail (printf "Set existingSecret, or secretValues.%s. deploy/README.md says how its value is made." .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (lt (int .Values.autoscaling.maxReplicas) (int .Values.autoscaling.minReplicas)) -}}
{{- fail "Set autoscaling.maxReplicas to at least autoscaling.minReplicas." -}}
{{- end -}}
{{- end -}}
