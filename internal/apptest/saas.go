package apptest

const (
	BuySaaSPath   = "/pi/personal/info/buy/saas"
	CheckSaaSPath = BuySaaSPath + "/check"
	SaaSYearCost  = 120_000 // credits
)
