// expect: unsupported GOMP_loop_doacross_static_start
// flags: -fopenmp
// What Mazurka's OpenMP does not have is refused.
static int sum[4];

int main(void) {
#pragma omp parallel for ordered(1) num_threads(2)
  for (int n = 1; n < 4; n++) {
#pragma omp ordered depend(sink : n - 1)
    sum[n] = sum[n - 1] + n;
#pragma omp ordered depend(source)
  }
}
