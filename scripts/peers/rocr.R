# Writes tests/data/rocr.csv: what ROCR and pROC print for a few samples, ties included.
# Run from the root of the repository, with both packages installed:
#   Rscript scripts/peers/rocr.R > tests/data/rocr.csv

suppressPackageStartupMessages({
  library(ROCR)
  library(pROC)
})

of_groups <- function(fg, bg) {
  list(
    labels = unlist(mapply(function(f, b) c(rep(1, f), rep(0, b)), fg, bg, SIMPLIFY = FALSE)),
    scores = rep(rev(seq_along(fg)), fg + bg)
  )
}

n <- 1:300
noise <- (n * n * 7919 + 104729 * n) %% 10007
labels <- as.numeric((n * 37 + n * n * 11) %% 101 < 30)
shifted <- noise + 3000 * labels

samples <- list(
  "background first" = list(labels = c(0, 0, 0, 1, 1, 0), scores = 6:1),
  "four rows" = list(labels = c(0, 0, 1, 1), scores = c(0.1, 0.4, 0.35, 0.8)),
  "steps of two" = list(
    labels = c(1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0),
    scores = c(20:15, rep(14, 6), 8:6, rep(5, 5))
  ),
  "constant" = of_groups(5, 95),
  "one wide step" = of_groups(c(1, 0, 7, 1, 2), c(0, 2, 5, 9, 4)),
  "two wide steps" = of_groups(c(2, 1, 4, 0, 3, 1), c(1, 0, 3, 2, 8, 5)),
  "all wide steps" = of_groups(c(5, 5, 10), c(5, 25, 170)),
  "late and wide" = of_groups(c(0, 4, 1, 9, 1, 1, 6, 2), c(3, 1, 0, 4, 0, 2, 30, 60)),
  "no ties" = list(labels = labels, scores = shifted + n / 1000),
  "ten scores" = list(labels = labels, scores = floor(shifted / 1400)),
  "sixty scores" = list(labels = labels, scores = floor(shifted / 217))
)

line <- function(...) cat(..., "\n", sep = "")
digits <- function(x) paste(format(x, digits = 17, trim = TRUE), collapse = " ")

version <- function(package) packageDescription(package)$Version
line("# Made by scripts/peers/rocr.R with R ", as.character(getRversion()), ", ROCR ", version("ROCR"), ", pROC ", version("pROC"))
line("sample,what,value")
for (name in names(samples)) {
  rows <- samples[[name]]
  stopifnot(length(rows$labels) == length(rows$scores))
  predicted <- prediction(rows$scores, rows$labels)
  area <- function(measure) performance(predicted, measure)@y.values[[1]]
  line(name, ",labels,", paste(rows$labels, collapse = " "))
  line(name, ",scores,", digits(rows$scores))
  line(name, ",ROCR aucpr,", digits(area("aucpr")))
  line(name, ",ROCR auc,", digits(area("auc")))
  line(name, ",pROC auc,", digits(as.numeric(auc(roc(rows$labels, rows$scores, direction = "<", quiet = TRUE)))))
}
